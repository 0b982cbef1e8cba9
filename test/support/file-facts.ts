import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { SeenFiles } from '../../src/main/adapters/tools/seen-files.ts'
import type { ToolContext } from '../../src/main/adapters/tools/tool-context.ts'
import type { FileKnowledge } from '../../src/main/core/ports/tool-ports.ts'

const nothingSeen: FileKnowledge['seenVersions'] = () => Promise.resolve(new Set())

/**
 * What tools need for writing files. `seenVersions` missing: the contexts of agents show none. `beganAt` missing: it is not
 * known when agents began.
 */
export function fileFacts(
  seenVersions: FileKnowledge['seenVersions'] = nothingSeen,
  beganAt: FileKnowledge['beganAt'] = () => null,
): Pick<ToolContext, 'seenFiles' | 'lockFolder' | 'copiesFolder'> {
  return {
    seenFiles: new SeenFiles({ seenVersions, beganAt }),
    lockFolder: join(tmpdir(), 'ikigai-test-file-locks'),
    copiesFolder: join(tmpdir(), `ikigai-test-copies-${process.pid}`),
  }
}
