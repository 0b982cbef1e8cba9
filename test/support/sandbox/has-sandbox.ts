import { spawnSync } from 'node:child_process'

/** Whether bubblewrap is installed and may make its namespaces, which some containers forbid. */
export const HAS_SANDBOX =
  spawnSync('bwrap', ['--unshare-user', '--unshare-net', '--ro-bind', '/', '/', '--proc', '/proc', 'true']).status === 0
