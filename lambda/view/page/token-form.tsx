/** A form that asks for a token: to log in, or to unlock an action. */

interface TokenFormProps {
  /** The path that the form is sent to. */
  readonly to: string;
  /** Further fields, which nobody sees. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly label: string;
  readonly button: string;
  /** Shown if a wrong token was given; `null` if none was. */
  readonly fault: string | null;
  readonly autocomplete: 'current-password' | 'off';
}

export function TokenForm({ to, fields, label, button, fault, autocomplete }: TokenFormProps) {
  return (
    <form method="post" action={to}>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <label for="token">{label}</label>
      <input
        type="password"
        id="token"
        name="token"
        required
        autofocus
        autocomplete={autocomplete}
        aria-describedby={fault === null ? undefined : 'wrong'}
      />
      <button type="submit" class="first">
        {button}
      </button>
      {fault !== null && (
        <p id="wrong" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
