declare module '*.toml' {
  const table: unknown;
  export default table;
}
