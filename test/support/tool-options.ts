import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { toolEnvironment } from '../../src/main/adapters/environment/tool-environment.ts'
import { BackgroundCommands } from '../../src/main/adapters/tools/background/background-commands.ts'
import { createBuiltInTools } from '../../src/main/create-tool-parts.ts'
import type { McpOptions } from '../../src/main/adapters/tools/mcp/mcp-options.ts'
import { SeenFiles } from '../../src/main/adapters/tools/seen-files.ts'
import type { ToolContext } from '../../src/main/adapters/tools/tool-context.ts'
import type { AgentFacts, FileKnowledge, Tool } from '../../src/main/core/ports/tool-ports.ts'

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

/** The built-in tools of agents, outside a sandbox. `outputDirectory`: for outputs that are too long. */
export function unconfinedTools(
  { folderOf, rootOf, seenVersions }: AgentFacts,
  { outputDirectory, ...given }: Pick<ToolContext, 'environment' | 'maxOutputSize' | 'outputDirectory'>,
): readonly Tool[] {
  return createBuiltInTools({
    folderOf,
    rootOf,
    ...given,
    outputDirectory,
    places: { homeDirectory: '/nonexistent', ownFolders: [], openFolder: outputDirectory },
    outsideLine: (line) => line,
    background: new BackgroundCommands(),
    ...fileFacts(seenVersions),
    sandboxing: null,
  })
}

/** For servers that run outside a sandbox. */
export function serverOptions(directory: string): McpOptions {
  return {
    environment: toolEnvironment(process.env, []),
    maxOutputSize: 1_048_576,
    outputDirectory: join(directory, 'output'),
    clientVersion: '0.0.0',
    sandbox: () => null,
  }
}
