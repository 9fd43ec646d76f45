// Prints the answers of the module to the lines of the JSON protocol: node answers.mjs FOLDER WEIGHTS LINE ...
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const [folder, weights, ...lines] = process.argv.slice(2);
const { default: init, Engine } = await import(pathToFileURL(`${folder}/emilia_web.js`).href);
await init({ module_or_path: await readFile(`${folder}/emilia_web_bg.wasm`) });
const engine = new Engine(await readFile(weights), 16);
const print = (text) => { if (text) console.log(text); };
for (const line of lines) {
  print(engine.send(line));
  while (!engine.idle()) print(engine.step(3_600_000));
}
