import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { OutsideAgentEntries } from '../../src/shared/outside-agent.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'

const KEY = 'simulator-key'

/** The agents that `npm run test:agents` knows. */
export const AGENT_NAMES = ['claude', 'codex', 'gemini', 'opencode'] as const

/** The names that the agents give their tool for commands. */
export const SHELLS = ['Bash', 'run_shell_command', 'exec_command', 'bash']

/**
 * The arguments with which a shell runs a command. Codex is asked to leave its sandbox: a command whose sandbox cannot
 * start, as in a container, is no call that Codex reports.
 */
export function shellArguments(shell: string, command: string): Readonly<Record<string, string>> {
  const escalated = { cmd: command, sandbox_permissions: 'require_escalated', justification: 'It makes a file.' }
  return shell === 'exec_command' ? escalated : { command, description: 'Makes a file' }
}

/** Returns the entries of the agents in the folder `installed`, which have a home of their own and simulated models. */
export async function agentEntries(
  home: string,
  installed: string,
  simulator: Simulator,
): Promise<OutsideAgentEntries> {
  const file = async (path: string, content: object): Promise<void> => {
    await mkdir(join(home, path, '..'), { recursive: true })
    await writeFile(join(home, path), JSON.stringify(content))
  }
  await file('.gemini/settings.json', { security: { auth: { selectedType: 'gemini-api-key' } } })
  await file('.config/opencode/opencode.json', {
    model: 'anthropic/claude-sonnet-4-5',
    small_model: 'anthropic/claude-sonnet-4-5',
    provider: { anthropic: { options: { baseURL: `${simulator.baseUrls.anthropic}/v1`, apiKey: KEY } } },
    permission: { bash: 'ask' },
  })
  const provider = { name: 'simulator', base_url: simulator.baseUrls.openai, wire_api: 'responses', env_key: 'SIM_KEY' }
  const codex = { model_provider: 'simulator', model: 'gpt-5', model_providers: { simulator: provider } }
  const program = (name: string): string => join(installed, 'node_modules', '.bin', name)
  const opencode = join(installed, 'node_modules', `opencode-${process.platform}-${process.arch}`, 'bin', 'opencode')
  const env = { HOME: home }
  return {
    claude: {
      command: program('claude-agent-acp'),
      env: { ...env, ANTHROPIC_BASE_URL: simulator.baseUrls.anthropic, ANTHROPIC_API_KEY: KEY },
    },
    codex: {
      command: program('codex-acp'),
      env: { ...env, MODEL_PROVIDER: 'simulator', SIM_KEY: KEY, CODEX_CONFIG: JSON.stringify(codex) },
    },
    gemini: {
      command: program('gemini'),
      args: ['--acp'],
      env: { ...env, GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: simulator.baseUrls.google },
    },
    opencode: { command: opencode, args: ['acp'], env },
  }
}
