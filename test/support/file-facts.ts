import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { SeenFiles } from '../../src/main/adapters/tools/seen-files.ts'
import type { ToolContext } from '../../src/main/adapters/tools/tool-context.ts'
import type { AgentFacts } from '../../src/main/core/ports/tool-ports.ts'

const nothingSeen: AgentFacts['seenVersions'] = () => Promise.resolve(new Set())

/** What tools need for writing files. `seenVersions` missing: the contexts of agents show none. */
export function fileFacts(
  seenVersions: AgentFacts['seenVersions'] = nothingSeen,
): Pick<ToolContext, 'seenFiles' | 'lockFolder'> {
  return { seenFiles: new SeenFiles(seenVersions), lockFolder: join(tmpdir(), 'ikigai-test-file-locks') }
}
