/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_collection_free: (a: number, b: number) => void;
export const __wbg_engine_free: (a: number, b: number) => void;
export const book: (a: number, b: number, c: number, d: number) => [number, number, number, number];
export const collection_add: (a: number, b: number, c: number) => [number, number, number];
export const collection_new: () => number;
export const collection_played: (a: number, b: number, c: number) => [number, number, number, number];
export const engine_idle: (a: number) => number;
export const engine_new: (a: number, b: number, c: number) => [number, number, number];
export const engine_send: (a: number, b: number, c: number) => [number, number];
export const engine_step: (a: number, b: number) => [number, number];
export const line: (a: number, b: number, c: number, d: number) => [number, number, number, number];
export const opening: (a: number, b: number) => [number, number, number, number];
export const picture: (a: number, b: number) => [number, number, number, number];
export const read_games: (a: number, b: number) => [number, number, number, number];
export const strengths: () => [number, number];
export const variants: () => [number, number];
export const version: () => [number, number];
export const write_game: (a: number, b: number, c: number, d: number) => [number, number, number, number];
export const write_tree: (a: number, b: number) => [number, number, number, number];
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __externref_table_dealloc: (a: number) => void;
export const __wbindgen_start: () => void;
