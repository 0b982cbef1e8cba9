import type { InferContractRouterOutputs } from '@orpc/contract'

import type { contract } from '../src/shared/contract.ts'

type Outputs = InferContractRouterOutputs<typeof contract>

/** The answer of each operation, by group and name; for a feed, one batch. Read by answer-schemas.ts. */
export type Answers = {
  readonly [Group in keyof Outputs]: {
    readonly [Name in keyof Outputs[Group]]: Outputs[Group][Name] extends AsyncIterable<infer Batch>
      ? Batch
      : Outputs[Group][Name]
  }
}
