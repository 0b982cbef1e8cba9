import { BackgroundCommands } from '../../src/main/adapters/tools/background/background-commands.ts'
import type { ToolContext } from '../../src/main/adapters/tools/tool-context.ts'
import type { Confinement, Sandbox } from '../../src/main/core/ports/sandbox-ports.ts'
import type { AgentFacts } from '../../src/main/core/ports/tool-ports.ts'
import { ok } from '../../src/shared/result.ts'
import { fileFacts } from './tool-options.ts'

/** A sandbox that notes what it was asked for, and starts programs without confining them. */
export class NotingSandbox {
  /** The programs that were confined, and those that ran outside as null, in their order. */
  starts: (Confinement | null)[] = []
  readonly background = new BackgroundCommands()
  /** Called before each confined program starts. */
  onStart = async (): Promise<void> => undefined

  readonly sandbox: Sandbox = {
    problem: async () => null,
    confine: async (program, confinement) => {
      this.starts.push(confinement)
      await this.onStart()
      return ok({ ...program, opensPort: false })
    },
  }

  /** Where the confined programs could write, in their order. */
  get writable(): readonly (readonly string[] | undefined)[] {
    return this.starts.map((one) => one?.writable)
  }

  /** What real commands need. */
  context({ folderOf, rootOf, sandboxLevelOf, turnLimitsOf }: AgentFacts): ToolContext {
    return {
      folderOf,
      rootOf,
      environment: { PATH: process.env['PATH'] ?? '' },
      maxOutputSize: 100_000,
      outputDirectory: '/nonexistent',
      places: { homeDirectory: '/nonexistent', ownFolders: [], openFolder: '/nonexistent' },
      outsideLine: (line) => {
        this.starts.push(null)
        return line
      },
      background: this.background,
      ...fileFacts(),
      sandboxing: {
        sandbox: this.sandbox,
        levelOf: sandboxLevelOf,
        limitsOf: turnLimitsOf,
        asksForHosts: () => false,
      },
    }
  }
}
