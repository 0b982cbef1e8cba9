import type { Result } from '../../shared/result.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ToolApp } from '../../shared/tool-app.ts'
import type { SignInOffer } from '../../shared/tool-list.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { Notices } from '../store/notice-store.ts'
import { callEngine } from './call-engine.ts'

/** User operations on MCP servers. Those without another result return why they failed, or null. */
export interface ServerActions {
  restart(name: string): Promise<void>
  /** Returns the app that shows results of an agent's tool. */
  app(agentId: AgentId, tool: string): Promise<Result<ToolApp>>
  /** Begins a sign-in; an unfinished one ends. */
  signIn(name: string): Promise<Result<SignInOffer>>
  /** Waits for the end of the open sign-in. */
  signInResult(name: string): Promise<string | null>
  /** Takes the address of the last page, which the browser could not open. */
  finishSignIn(name: string, address: string): Promise<string | null>
  signOut(name: string): Promise<string | null>
}

export function createServerActions(client: EngineClient, notices: Notices): ServerActions {
  async function refusalOf(call: Promise<Result<null>>): Promise<string | null> {
    const outcome = await callEngine(call)
    return outcome.ok ? null : outcome.error.message
  }

  return {
    async restart(name) {
      const refusal = await refusalOf(client.tools.restartServer({ name }))
      if (refusal !== null) notices.fail(refusal)
    },
    app: (agentId, name) => callEngine(client.tools.app({ agentId, name })),
    signIn: (name) => callEngine(client.tools.signIn({ name })),
    signInResult: (name) => refusalOf(client.tools.signInResult({ name })),
    finishSignIn: (name, address) => refusalOf(client.tools.finishSignIn({ name, address })),
    signOut: (name) => refusalOf(client.tools.signOut({ name })),
  }
}
