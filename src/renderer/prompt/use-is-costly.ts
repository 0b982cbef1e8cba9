import { costsMore } from '../actions/cost-question.ts'
import type { Estimates } from '../hooks/use-estimate.ts'
import { useConfig } from '../hooks/use-stores.ts'

/** Returns whether what is sent costs more than the user's limit, as far as is known. */
export function useIsCostly(estimates: Estimates | null): boolean {
  const limit = useConfig(({ config }) => config?.askAboveUsd ?? null)
  return limit !== null && costsMore(estimates ?? [], limit)
}
