import type { ToolsMadeBy } from '../shared/built-in-tools.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { createFolderSizes } from './adapters/folder-sizes.ts'
import { createOldOutputs, createRemoveOutputs, createWholeOutputs } from './adapters/tools/output-files.ts'
import { ENGINE_SENTENCES } from '../shared/engine-sentences.ts'
import { enabledServers } from '../shared/tool-server.ts'
import { createFileHistory } from './adapters/checkpoints/create-file-history.ts'
import { inspectFile } from './adapters/content/inspect-file.ts'
import type { Keychain } from './adapters/credentials/keychain-port.ts'
import { createSecretStore } from './adapters/credentials/secret-store.ts'
import { type Environment, publishingEnvironment } from './adapters/environment/tool-environment.ts'
import { createEvaluationFiles } from './adapters/evaluations/create-evaluation-files.ts'
import { markdownHtml } from './adapters/export/markdown-page.ts'
import { createForeignFiles } from './adapters/foreign-sessions/open-source.ts'
import { createHelpFiles } from './adapters/help/help-files.ts'
import { pathLockFolder } from './adapters/path-lock.ts'
import { createMachineProbe } from './adapters/machine/machine-probe.ts'
import { noteAgentFolder } from './adapters/program-table.ts'
import { resolveFolder } from './adapters/real-folder.ts'
import { withWorkspace } from './adapters/tools/agent-workspace.ts'
import { BackgroundCommands } from './adapters/tools/background/background-commands.ts'
import { CommandList } from './adapters/tools/background/command-list.ts'
import { bashTool } from './adapters/tools/bash-tool.ts'
import { fileEditTool } from './adapters/tools/file-edit-tool.ts'
import { fileReadTool } from './adapters/tools/file-read-tool.ts'
import { fileWriteTool } from './adapters/tools/file-write-tool.ts'
import { globTool } from './adapters/tools/glob-tool.ts'
import { grepTool } from './adapters/tools/grep-tool.ts'
import { webFetchTool } from './adapters/tools/web-fetch-tool.ts'
import { createFolderFiles } from './adapters/tools/folder-files.ts'
import { OpenPreviews } from './adapters/tools/port-preview/port-previews.ts'
import { createMcpServers } from './adapters/tools/mcp/create-mcp-servers.ts'
import { createPluginServers } from './adapters/tools/mcp/create-plugin-servers.ts'
import { folderForCopies } from './adapters/tools/effects/folder-copy.ts'
import type { OutputLimits } from './adapters/tools/output-collector.ts'
import { createOutsideAgents } from './adapters/tools/outside-agents/create-outside-agents.ts'
import { isOwnFile, type ProtectedPlaces } from './adapters/tools/protected-paths.ts'
import { createHookPrograms } from './adapters/tools/hook-program.ts'
import { createTestCommands } from './adapters/tools/test-command.ts'
import { portVariables } from './adapters/worktree-ports.ts'
import { createToolRanking } from './adapters/tools/tool-ranking.ts'
import { HiddenFiles, isHiddenInside } from './adapters/tools/sandbox/hidden-files.ts'
import { type ToolContext, wideFolder } from './adapters/tools/tool-context.ts'
import { outsideLine } from './core/approvals/read-only-git.ts'
import type { DemoPlace } from './create-model-parts.ts'
import type { Config } from './core/ports/config-ports.ts'
import type { OutsideFacts } from './core/ports/provider-ports.ts'
import type { AgentFacts, FolderLocator, Tool } from './core/ports/tool-ports.ts'
import { SeenFiles } from './adapters/tools/seen-files.ts'
import { refuse } from '../shared/result.ts'
import type { Sandbox } from './core/ports/sandbox-ports.ts'
import { linuxSandbox } from './adapters/tools/sandbox/linux-sandbox.ts'
import { macosSandbox } from './adapters/tools/sandbox/macos-sandbox.ts'

/** What the tools work with. */
interface ToolWork {
  readonly workspace: string
  /** That of this process. */
  readonly environment: Environment
  readonly toolPrograms: OutputLimits & { readonly environment: ToolContext['environment'] }
  readonly places: ProtectedPlaces
  readonly directories: { readonly configDirectory: string; readonly dataDirectory: string }
  readonly config: Config
  readonly version: string
  readonly keychain: Keychain
}

/** Joins what works in the folders of agents, and the tool servers: a part of the composition root. */
export function createToolParts(work: ToolWork) {
  const { workspace, environment, toolPrograms, places, directories, config, version, keychain } = work
  for (const folder of [workspace, join(directories.dataDirectory, 'worktrees')]) noteAgentFolder(folder)
  const hiddenFiles = new HiddenFiles(join(directories.dataDirectory, 'hidden-files.jsonl'))
  const sandbox = createSandbox({ places, path: toolPrograms.environment['PATH'] ?? '', hiddenFiles })
  const background = new BackgroundCommands()
  const commandList = new CommandList(join(directories.dataDirectory, 'background-commands'), background)
  const context = ({
    folderOf,
    rootOf,
    wideFolder: findWideFolder,
    sandboxLevelOf,
    turnLimitsOf,
    ...facts
  }: AgentFacts): ToolContext => ({
    folderOf: withWorkspace(folderOf, workspace),
    rootOf,
    wideFolder: findWideFolder,
    ...toolPrograms,
    variablesOf: (folder) => portVariables(join(directories.dataDirectory, 'worktrees'), folder),
    places,
    outsideLine,
    background,
    seenFiles: new SeenFiles(facts),
    lockFolder: pathLockFolder(directories.dataDirectory),
    copiesFolder: folderForCopies(directories.dataDirectory),
    sandboxing: {
      sandbox,
      levelOf: sandboxLevelOf,
      limitsOf: turnLimitsOf,
      asksForHosts: () => config.sandboxDomains !== null,
    },
  })
  return {
    noteAgentFolder,
    ...createFileHistory({
      ...directories,
      ...toolPrograms,
      wideFolder: (folder) => wideFolder(folder, places.homeDirectory),
      isHidden: (path) => isOwnFile(path, places) || isHiddenInside(path, hiddenFiles),
      maxFileBytes: () => config.maxCheckpointFileBytes,
      workspace,
      publishingEnvironment: publishingEnvironment(environment),
    }),
    backgroundWork: background,
    machine: createMachineProbe({ dataDirectory: directories.dataDirectory, sandbox }),
    portPreviews: new OpenPreviews(background),
    listBackground: () => commandList.read(),
    outsideAgents: (facts: OutsideFacts) =>
      createOutsideAgents({
        ...toolPrograms,
        ...facts,
        folderOf: withWorkspace(facts.folderOf, workspace),
        places,
        config,
        clientVersion: version,
        dataDirectory: directories.dataDirectory,
      }),
    builtInTools: (facts: AgentFacts) => createBuiltInTools(context(facts)),
    hookPrograms: createHookPrograms(toolPrograms.environment, sandbox),
    rankTools: createToolRanking(),
    testCommands: (facts: AgentFacts) => createTestCommands(context(facts)),
    toolServers: createMcpServers(enabledServers(config.toolServers), {
      ...toolPrograms,
      clientVersion: version,
      secrets: createSecretStore({ ...directories, keychain }),
      sandbox: () => (config.sandbox === 'off' ? null : sandbox),
    }),
    pluginServers: createPluginServers({
      ...toolPrograms,
      clientVersion: version,
      sandbox,
      dataFolder: join(directories.dataDirectory, 'plugin-data'),
    }),
    folderFiles: ({ folderOf, rootOf }: FolderLocator) =>
      createFolderFiles({ ...toolPrograms, rootOf, folderOf: withWorkspace(folderOf, workspace), places }),
  }
}

/** What deletes files with outputs of tools, and what measures the data directory. */
export function outputParts(outputDirectory: string, dataDirectory: string) {
  return {
    removeOutputs: createRemoveOutputs(outputDirectory),
    oldOutputs: createOldOutputs(outputDirectory),
    wholeOutputs: createWholeOutputs(outputDirectory),
    folderSizes: createFolderSizes(dataDirectory),
  }
}

/** Returns the sandbox of this system. */
export function createSandbox(context: Parameters<typeof linuxSandbox>[0]): Sandbox {
  if (process.platform === 'linux') return linuxSandbox(context)
  return process.platform === 'darwin'
    ? macosSandbox(context.places, context.path)
    : noSandbox(ENGINE_SENTENCES.noSandbox)
}

/** A sandbox that confines nothing, and says why. */
function noSandbox(reason: string): Sandbox {
  return { problem: async () => reason, confine: async () => refuse(reason) }
}

const TOOL_MAKERS: Readonly<Record<ToolsMadeBy<'program'>, (context: ToolContext) => Tool>> = {
  bash: bashTool,
  file_edit: fileEditTool,
  file_read: fileReadTool,
  file_write: fileWriteTool,
  glob: globTool,
  grep: grepTool,
  web_fetch: webFetchTool,
}

/** Creates the tools that every agent has, besides those of the tree, which core makes. */
export function createBuiltInTools(context: ToolContext): readonly Tool[] {
  return Object.values(TOOL_MAKERS).map((make) => make(context))
}

/** What reads files and folders of the user. The demo finds none of their sessions of other tools. */
export function userFileParts(environment: Environment, demo: DemoPlace | undefined) {
  const { platform } = process
  const machine =
    demo === undefined
      ? { platform, homeDirectory: homedir(), environment }
      : { platform, homeDirectory: demo.configDirectory, environment: {} }
  const evaluationFiles = createEvaluationFiles(machine.homeDirectory)
  return {
    inspectFile,
    evaluationFiles,
    resolveFolder,
    foreignFiles: createForeignFiles(machine),
    helpFiles: createHelpFiles(),
    markdownHtml,
  }
}
