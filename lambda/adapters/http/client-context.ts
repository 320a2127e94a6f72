/** The TLS of a request that shows a client certificate. */

import { createHash, type X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { ClientFault, ClientIdentity } from '../../core/config/client-certificate';
import type { CertificateExpiry } from '../../core/probe/observation';
import { ClientUnusable } from '../../core/probe/probe-request';
import { readClient, validityFault } from './client-certificate';
import { contextOptions, lifetimeOf, subjectName } from './probe-tls';

/** The context of a request, and when the client certificate in it expires. */
export interface ClientContext {
  readonly context: SecureContext;
  readonly expiry: CertificateExpiry;
}

interface BuiltContext extends ClientContext {
  readonly ok: true;
  readonly certificate: X509Certificate;
}

type Built = BuiltContext | { readonly ok: false; readonly faults: readonly ClientFault[] };

/** The contexts by a digest of their values. A renewed secret gives a new one, so there is a limit: with its own authority it takes a megabyte. */
const contexts = new Map<string, Built>();
export const MOST_CONTEXTS = 200;

/**
 * The context that trusts the public authorities and `ca`, which is PEM, and shows the certificate of `client`. Throws `ClientUnusable`
 * if that can't be used, or is not valid at `now`, in milliseconds since 1970.
 */
export function clientContextFor(ca: string | null, client: ClientIdentity, now: number): ClientContext {
  const built = contextOf(ca, client);
  if (!built.ok) throw unusable(built.faults);
  const fault = validityFault(built.certificate, now);
  if (fault !== null) throw unusable([fault]);
  return built;
}

function unusable(faults: readonly ClientFault[]): ClientUnusable {
  return new ClientUnusable(faults.map(({ name, expected }) => `tls.client.${name}: ${expected}`).join('; '));
}

function contextOf(ca: string | null, { cert, key, passphrase }: ClientIdentity): Built {
  const digest = createHash('sha256')
    .update(JSON.stringify([ca, cert, key, passphrase]))
    .digest('base64');
  const known = contexts.get(digest);
  if (known) return known;
  if (contexts.size >= MOST_CONTEXTS) contexts.clear();
  const built = build(ca, { cert, key, passphrase });
  contexts.set(digest, built);
  return built;
}

function build(ca: string | null, values: ClientIdentity): Built {
  const read = readClient(values);
  if (!read.ok) return read;
  const { identity, certificate, authorities } = read.client;
  const { cert, key, passphrase } = identity;
  const context = createSecureContext({
    ...contextOptions(ca),
    cert,
    key,
    ...(passphrase !== null && { passphrase }),
  });
  return { ok: true, context, certificate, expiry: firstExpiry(certificate, authorities) };
}

/** Returns the first expiry in the client's chain. The server has the last authority itself, so that one does not count. */
function firstExpiry(certificate: X509Certificate, authorities: readonly X509Certificate[]): CertificateExpiry {
  const expiryOf = (one: X509Certificate) => ({ expiresAt: Date.parse(one.validTo), lifetimeMs: lifetimeOf(one) });
  const needed = authorities.filter(({ subject, issuer }) => subject !== issuer);
  const others = needed.map((authority) => ({ ...expiryOf(authority), name: subjectName(authority) }));
  return [expiryOf(certificate), ...others].reduce((first, next) => (next.expiresAt < first.expiresAt ? next : first));
}
