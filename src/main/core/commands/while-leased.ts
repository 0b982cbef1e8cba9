import type { AgentId } from '../../../shared/ids.ts'
import { refuse, type Result } from '../../../shared/result.ts'
import type { TurnLeases } from '../ports/log-ports.ts'

/** Does something while no engine can start a turn of the agent. REFUSED with `busy` while another engine runs one. */
export async function whileLeased<T>(
  leases: TurnLeases,
  agentId: AgentId,
  busy: string,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const lease = await leases.acquire(agentId)
  if (!lease.ok) return lease
  if (lease.value === null) return refuse(busy)
  try {
    return await work()
  } finally {
    await lease.value.release()
  }
}
