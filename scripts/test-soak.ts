import { buildIfNeeded } from './build-app.ts'
import { runTool } from './run-program.ts'

/**
 * Runs long tests and tests with intentional damage: kills, full disks, faults at every byte. The sizes are small by
 * default and set by environment variables (docs/soak.md). `npm run test:soak -- kill` runs the files with that in
 * their name.
 */
const built = await buildIfNeeded()
process.exitCode =
  built === 0
    ? await runTool('vitest', ['run', '--project', 'soak', '--reporter=verbose', ...process.argv.slice(2)])
    : built
