/** What the stack puts into a bundle: a config, validated at synth; secrets are references, or left out. */
declare module 'statuswatch-config' {
  // An import declaration of a relative path would be ignored in here, and its types would be `any`, without an error.
  const whole: import('./core/config/whole-config').WholeConfig;
  export default whole;
  /** If no window of maintenance repeats, there is never a start. */
  export const nextStart: import('./core/silence/maintenance').NextStart;
  /** Notifies a receiver; `null` if the config has none. */
  export const createReceiver: typeof import('./adapters/http/post-receiver').createReceiver | null;
  /** The forms of the kinds of receivers that the config has. */
  export const receiverForms: Readonly<
    Partial<Record<import('./core/config/receivers').ReceiverKind, import('./core/forms/receiver-form').ReceiverForm>>
  >;
  /** What else was deployed; `null` in a bundle that needs none of it. */
  export const deployment: import('./core/config/config').Deployment | null;
}
