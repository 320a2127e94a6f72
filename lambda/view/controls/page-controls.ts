/** The actions that the page's server allows. */
export interface PageControls {
  /** Whether a token has to be given. */
  readonly needsToken: boolean;
  /** Whether a service can be silenced; it can always be checked again. */
  readonly canSilence: boolean;
}
