// Small parts of panels.

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { t } from './text.ts';

export function Card({ title, class: name = '', children }: { title?: string; class?: string; children: ComponentChildren }) {
  return <section class={`card ${name}`}>{title ? <h2>{title}</h2> : null}{children}</section>;
}

type Values<T extends string> = readonly (readonly [T, string])[];

/** One of a few, side by side. */
export function Choice<T extends string>({ label, value, values, onChoose }: { label: string; value: T; values: Values<T>; onChoose: (value: T) => void }) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {values.map(([one, text]) => (
        <label key={one} class={one === value ? 'chosen' : ''}><input type="radio" name={name} checked={one === value} onChange={() => onChoose(one)} />{text}</label>
      ))}
    </fieldset>
  );
}

export function Select<T extends string>({ label, value, values, onChoose }: { label: string; value: T; values: Values<T>; onChoose: (value: T) => void }) {
  const choose = (text: string): void => {
    const chosen = values.find(([one]) => one === text);
    if (chosen) onChoose(chosen[0]);
  };
  return (
    <label class="select">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {values.map(([one, text]) => <option key={one} value={one}>{text}</option>)}
      </select>
    </label>
  );
}

export function Check({ label, value, onChoose }: { label: string; value: boolean; onChoose: (value: boolean) => void }) {
  return <label class="check"><input type="checkbox" checked={value} onChange={({ currentTarget }) => onChoose(currentTarget.checked)} />{label}</label>;
}

/** Copies the address, which has the whole state. */
export function CopyLink() {
  const [copied, setCopied] = useState(false);
  return <button type="button" onClick={() => { void navigator.clipboard.writeText(location.href).then(() => setCopied(true)); }}>{t(copied ? 'copied' : 'copyLink')}</button>;
}
