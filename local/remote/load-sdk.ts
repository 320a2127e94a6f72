/** Loads modules that need the AWS SDK: other commands do without it, and start faster. */

export function loadSdk<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  // The SDK warns in many lines of an old version of Node; this program has its own check of the version.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return load();
}
