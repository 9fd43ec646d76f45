// Files that the build puts into the script as text.
declare module '*.txt' {
  const text: string;
  export default text;
}
declare module '*.tsv' {
  const text: string;
  export default text;
}
