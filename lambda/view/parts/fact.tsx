/** A fact in a list: its name and its value. */

import type { Child } from 'hono/jsx';

export function Fact({ name, children }: { readonly name: string; readonly children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
