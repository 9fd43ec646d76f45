// The moves of a game, numbered and clickable, with variations in brackets.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { moveNumber, type Node, PASS } from './game.ts';
import type { Mark } from './review.ts';
import { moveText, t } from './text.ts';

interface Props {
  readonly root: Node;
  readonly shown: Node;
  readonly markOf: (node: Node) => Mark;
  readonly onGo: (node: Node) => void;
  /** Whether moves beside the line that is shown are shown, too. */
  readonly variations: boolean;
}

const CLASSES: Readonly<Record<Mark, string>> = { '': '', '?!': 'm0', '?': 'm1', '??': 'm2', '!': 'only', '!!': 'only' };

export function Moves({ root, shown, markOf, onGo, variations }: Props) {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = box.current;
    const here = list?.querySelector<HTMLElement>('[aria-current]');
    // Only the list scrolls, not the page.
    if (list && here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  }, [shown]);

  const move = (node: Node) => {
    const mark = markOf(node);
    const number = node.move === PASS ? '' : `${moveNumber(node)}.`;
    const side = node.parent?.position.side ?? 'black';
    return (
      <button type="button" class={`move ${side} ${CLASSES[mark]}`} aria-current={node === shown ? 'step' : undefined} onClick={() => onGo(node)}>
        <i>{number}</i> <span class="hidden">{t(side)}</span> {moveText(node.move)}<em>{mark}</em>
      </button>
    );
  };

  const listed = (from: Node): ComponentChildren[] => {
    const found: ComponentChildren[] = [];
    for (let at = from; ;) {
      const [main, ...others] = at.children;
      if (!main) return found;
      found.push(<li key={main.ply}>{move(main)}{main.comment ? <q class="comment">{main.comment}</q> : null}</li>);
      if (variations) found.push(...others.map((other, index) => <li class="variation" key={`${other.ply}.${index}`}><ol>{[<li key="0">{move(other)}{other.comment ? <q class="comment">{other.comment}</q> : null}</li>, ...listed(other)]}</ol></li>));
      at = main;
    }
  };
  return <ol class="moves" ref={box} aria-label={t('moves')}>{listed(root)}</ol>;
}
