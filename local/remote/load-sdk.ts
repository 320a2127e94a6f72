/** Loads what needs the AWS SDK: other commands do without it, and start faster. */

export function loadSdk<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  // The SDK warns of a Node that is past its end in many lines; this program says itself which versions it runs on.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return load();
}
