/**
 * A process in which the tests of a file run commands, one after the other, by the built program. To start the program anew takes ten
 * times as long as most commands do. It has no terminal, and gets no signals.
 */

const { PassThrough } = require('node:stream');
const { run } = require(process.argv[2]);

// What hints begin with is found by the path of the program.
process.argv[1] = process.argv[2];

let last = Promise.resolve();
process.on('message', ({ id, args, cwd, env }) => {
  last = last.then(async () => process.send({ id, ...(await resultOf(args, cwd, env)) }));
});
process.once('disconnect', () => process.exit());

async function resultOf(args, cwd, env) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const written = { stdout: '', stderr: '' };
  const stream = (name) =>
    new PassThrough({ encoding: 'utf8' }).on('data', (text) => {
      written[name] += text;
    });
  const [out, err] = [stream('stdout'), stream('stderr')];
  process.stderr.write = (text) => err.write(text);
  try {
    const exitCode = await run(args, { out, err, color: false, interrupted: new AbortController().signal });
    await Promise.all([ended(out), ended(err)]);
    return { ...written, exitCode };
  } catch (error) {
    return { ...written, fault: error.stack };
  } finally {
    // A test may remove the folder.
    process.chdir('/');
  }
}

function ended(stream) {
  return new Promise((resolve) => {
    stream.once('end', resolve).end();
  });
}
