import { buildIfNeeded } from './build-app.ts'
import { runTool } from './run-program.ts'

/**
 * What takes long or breaks things on purpose: kills, full disks, faults at every byte. Small by default; the sizes are
 * environment variables (docs/soak.md). `npm run test:soak -- kill` runs the files with that in their name.
 */
const built = await buildIfNeeded()
process.exitCode =
  built === 0
    ? await runTool('vitest', ['run', '--project', 'soak', '--reporter=verbose', ...process.argv.slice(2)])
    : built
