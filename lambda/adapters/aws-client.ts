/** What every AWS client of the checker has in common: where its credentials come from, and how long it may take. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** The limits of one attempt in milliseconds, and how many there are. */
const CONNECT_MS = 1_000;
const ANSWER_MS = 2_000;
const ATTEMPTS = 2;
/** The limit of a whole call: what an SDK's own limits leave open, such as an answer that drips, ends here. */
export const CALL_LIMIT_MS = 5_000;

/** Lambda hands its role's credentials over in the environment; nothing else is looked for. */
export function awsClientConfig({
  AWS_ACCESS_KEY_ID = '',
  AWS_SECRET_ACCESS_KEY = '',
  AWS_SESSION_TOKEN,
}: Environment) {
  return {
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN }),
    },
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
  };
}

/** Makes a call that ends within its limit, however the API behaves; rejects when it ran over. */
export async function boundedCall<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${CALL_LIMIT_MS} ms`));
      deadline.abort();
    }, CALL_LIMIT_MS);
  });
  try {
    return await Promise.race([call(deadline.signal), overrun]);
  } finally {
    clearTimeout(timer);
  }
}
