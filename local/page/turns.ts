/** Bounds how many streams are open at once: in all, and of one client. */

export interface Turns {
  /** Begins a turn of a client; `end` is called when another has to have it. Returns what ends it from this side. */
  begin(client: string, end: () => void): () => void;
}

export interface TurnLimits {
  readonly most: number;
  readonly mostOfClient: number;
}

interface Turn {
  readonly client: string;
  readonly end: () => void;
}

/** Of more turns than the limits allow, the oldest ends. */
export function createTurns({ most, mostOfClient }: TurnLimits): Turns {
  // A set keeps its order.
  const turns = new Set<Turn>();
  const endOldest = (some: readonly Turn[], limit: number) => {
    for (const turn of some.slice(0, -limit)) {
      turns.delete(turn);
      turn.end();
    }
  };
  return {
    begin: (client, end) => {
      const turn = { client, end };
      turns.add(turn);
      endOldest(
        [...turns].filter((one) => one.client === client),
        mostOfClient,
      );
      endOldest([...turns], most);
      return () => turns.delete(turn);
    },
  };
}
