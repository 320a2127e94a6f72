/** The config that the stack puts into a bundle: validated at synth, secrets as references, or left out. */
declare module 'statuswatch-config' {
  // An import declaration of a relative path would be none in here, and its types `any` without a word.
  const config: import('./core/config/config').Config;
  export default config;
}
