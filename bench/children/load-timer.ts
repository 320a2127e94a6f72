/** Measured: how long a bundle takes to load in a process of its own, its clients made. Prints milliseconds. */

const file = process.argv[2] as string;

async function load(): Promise<void> {
  const start = performance.now();
  if (file.endsWith('.mjs')) await import(file);
  else require(file);
  process.stdout.write(String(performance.now() - start));
}

void load();
