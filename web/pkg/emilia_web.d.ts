/* tslint:disable */
/* eslint-disable */

/**
 * See [`crate::Collection`].
 */
export class Collection {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * See [`crate::Collection::add`].
     *
     * # Errors
     * As there.
     */
    add(bytes: Uint8Array | number[]): number;
    /**
     * Without games.
     */
    constructor();
    /**
     * See [`crate::Collection::played`].
     *
     * # Errors
     * As there.
     */
    played(moves: string): string;
}

/**
 * See [`crate::Drill`].
 */
export class Drill {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * See [`crate::Drill::anki`].
     *
     * # Errors
     * As there.
     */
    anki(): string;
    /**
     * See [`crate::Drill::answer`].
     */
    answer(number: number, slips: number | null | undefined, now: number): number | undefined;
    /**
     * See [`crate::Drill::exercise`].
     */
    exercise(number: number): string;
    /**
     * See [`crate::Drill::merge`].
     *
     * # Errors
     * As there.
     */
    merge(text: string): number;
    /**
     * Without exercises.
     */
    constructor();
    /**
     * See [`crate::Drill::plain`].
     */
    plain(): string;
    /**
     * See [`crate::Drill::remove`].
     */
    remove(number: number): void;
    /**
     * See [`crate::Drill::session`].
     */
    session(now: number, _new: number): Uint32Array;
    /**
     * See [`crate::Drill::set_player`].
     */
    set_player(name?: string | null, rating?: number | null): void;
    /**
     * See [`crate::Drill::state`].
     */
    state(now: number): string;
    /**
     * See [`crate::Drill::text`].
     *
     * # Errors
     * As there.
     */
    text(): string;
}

/**
 * The engine, which answers the lines of the JSON protocol.
 */
export class Engine {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * See [`Queries::is_idle`].
     */
    idle(): boolean;
    /**
     * See [`Queries::new`].
     *
     * # Errors
     * As there.
     */
    constructor(weights: Uint8Array | number[], hash: number);
    /**
     * See [`Queries::send`]; one answer a line.
     */
    send(line: string): string;
    /**
     * See [`Queries::step`]; one answer a line.
     */
    step(milliseconds: number): string;
}

/**
 * See [`crate::OwnGames`].
 */
export class OwnGames {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * See [`crate::OwnGames::add`].
     *
     * # Errors
     * As there.
     */
    add(bytes: Uint8Array | number[]): void;
    /**
     * Without games.
     */
    constructor();
    /**
     * See [`crate::OwnGames::players`].
     */
    players(): string;
}

/**
 * See [`crate::Study`].
 */
export class Study {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * See [`crate::Study::finish`].
     *
     * # Errors
     * As there.
     */
    finish(): string;
    /**
     * See [`crate::Study::left`].
     */
    left(): number;
    /**
     * See [`crate::Study::new`].
     *
     * # Errors
     * As there.
     */
    constructor(games: OwnGames, task: string, deck: string, weights: Uint8Array | number[]);
    /**
     * See [`crate::Study::step`].
     */
    step(report: (part: number) => void): void;
}

/**
 * See [`Knowledge::book`].
 *
 * # Errors
 * As there.
 */
export function book(rules: string, moves: string): string;

/**
 * See [`crate::line`].
 *
 * # Errors
 * As there.
 */
export function line(rules: string, moves: string): string;

/**
 * See [`crate::opening`].
 *
 * # Errors
 * As there.
 */
export function opening(moves: string): string;

/**
 * See [`crate::picture`].
 *
 * # Errors
 * As there.
 */
export function picture(board: string): string;

/**
 * See [`crate::read_games`].
 *
 * # Errors
 * As there.
 */
export function read_games(bytes: Uint8Array | number[]): string;

/**
 * See [`crate::strengths`].
 */
export function strengths(): string;

/**
 * See [`crate::variants`].
 */
export function variants(): string;

/**
 * The version.
 */
export function version(): string;

/**
 * See [`crate::write_game`].
 *
 * # Errors
 * As there.
 */
export function write_game(game: string, form: string): string;

/**
 * See [`crate::write_tree`].
 *
 * # Errors
 * As there.
 */
export function write_tree(tree: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_collection_free: (a: number, b: number) => void;
    readonly __wbg_drill_free: (a: number, b: number) => void;
    readonly __wbg_engine_free: (a: number, b: number) => void;
    readonly __wbg_owngames_free: (a: number, b: number) => void;
    readonly __wbg_study_free: (a: number, b: number) => void;
    readonly book: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly collection_add: (a: number, b: number, c: number) => [number, number, number];
    readonly collection_new: () => number;
    readonly collection_played: (a: number, b: number, c: number) => [number, number, number, number];
    readonly drill_anki: (a: number) => [number, number, number, number];
    readonly drill_answer: (a: number, b: number, c: number, d: number) => [number, number];
    readonly drill_exercise: (a: number, b: number) => [number, number];
    readonly drill_merge: (a: number, b: number, c: number) => [number, number, number];
    readonly drill_new: () => number;
    readonly drill_plain: (a: number) => [number, number];
    readonly drill_remove: (a: number, b: number) => void;
    readonly drill_session: (a: number, b: number, c: number) => [number, number];
    readonly drill_set_player: (a: number, b: number, c: number, d: number) => void;
    readonly drill_state: (a: number, b: number) => [number, number];
    readonly drill_text: (a: number) => [number, number, number, number];
    readonly engine_idle: (a: number) => number;
    readonly engine_new: (a: number, b: number, c: number) => [number, number, number];
    readonly engine_send: (a: number, b: number, c: number) => [number, number];
    readonly engine_step: (a: number, b: number) => [number, number];
    readonly line: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly opening: (a: number, b: number) => [number, number, number, number];
    readonly owngames_add: (a: number, b: number, c: number) => [number, number];
    readonly owngames_new: () => number;
    readonly owngames_players: (a: number) => [number, number];
    readonly picture: (a: number, b: number) => [number, number, number, number];
    readonly read_games: (a: number, b: number) => [number, number, number, number];
    readonly strengths: () => [number, number];
    readonly study_finish: (a: number) => [number, number, number, number];
    readonly study_left: (a: number) => number;
    readonly study_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly study_step: (a: number, b: any) => void;
    readonly variants: () => [number, number];
    readonly version: () => [number, number];
    readonly write_game: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly write_tree: (a: number, b: number) => [number, number, number, number];
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
