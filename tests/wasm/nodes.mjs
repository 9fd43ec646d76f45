// Prints the results of the functions of a WebAssembly module built from examples/wasm.rs:
// node nodes.mjs MODULE OWN OPP DEPTH ...  (two sets of discs in hexadecimal and a depth in plies, as often as wanted)
import { readFile } from "node:fs/promises";

const [file, ...words] = process.argv.slice(2);
// The module imports nothing.
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
const { emilia_nodes, emilia_search, emilia_solve } = instance.exports;
for (let at = 0; at + 2 < words.length; at += 3) {
  const [own, opp, depth] = [BigInt(`0x${words[at]}`), BigInt(`0x${words[at + 1]}`), Number(words[at + 2])];
  const score = depth < 60 ? emilia_search(own, opp, depth) : emilia_solve(own, opp);
  console.log(`${score} ${BigInt.asUintN(64, emilia_nodes(own, opp, depth))}`);
}
