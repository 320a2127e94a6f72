/** The rules for the settings of receivers: a text of the config is checked when that is read, a secret when it is first used. */

export interface SettingRule {
  readonly pattern: RegExp;
  /** The right value, for people. */
  readonly expected: string;
}

/** The rules by the name of the setting, for all kinds of receivers. Addresses have their own check. */
export const SETTING_RULES = {
  /**
   * Source: PagerDuty developer documentation, "Send an Alert Event": routing_key is "the 32 character Integration Key for an integration on a
   * service or on a global ruleset". Which characters these are it does not say.
   */
  routingKey: {
    pattern: /^[\x21-\x7e]{32}$/,
    expected: 'expected the integration key of a PagerDuty service: 32 characters, without spaces',
  },
  /**
   * Source: Standard Webhooks, "Signature scheme": the secret is base64 of 24 to 64 random bytes with the prefix `whsec_`. Four digits are
   * three bytes; the last byte or two bytes have two or three, and then `==` or `=`.
   */
  secret: {
    pattern:
      /^whsec_(([A-Za-z0-9+/]{4}){8,20}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|([A-Za-z0-9+/]{4}){21}([A-Za-z0-9+/]{2}==)?)$/,
    expected: 'expected whsec_ and base64 of 24 to 64 bytes',
  },
  /** Source: ntfy, server/types.go: `topicRegex`. */
  topic: {
    pattern: /^[-_A-Za-z0-9]{1,64}$/,
    expected: 'expected a topic: letters, digits, dashes, underscores, up to 64',
  },
  token: { pattern: /^[\x21-\x7e]{1,200}$/, expected: 'expected an access token, without spaces' },
} as const satisfies Readonly<Record<string, SettingRule>>;
