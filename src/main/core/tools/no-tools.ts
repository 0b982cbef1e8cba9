import type { ToolBox } from '../ports.ts'
import type { ApprovalGate } from './approval-gate.ts'

/** For an engine that offers its models no tools. */
export const noTools: ToolBox = { tools: () => [] }

/** For an engine in which nobody can be asked. */
export const nobodyApproves: ApprovalGate = {
  approve: (tool) => Promise.resolve({ type: 'denied', message: `Nobody is here to approve ${tool}.` }),
}
