import { useEffect, useState } from 'react'

import type { AnswerTurn } from './answer-turns.ts'
import { pairCalls, type CallPair } from './call-difference.ts'
import { windowDifferences } from './difference-finder.ts'
import type { DifferencePiece } from './text-difference.ts'

export interface CallDifference extends CallPair {
  readonly pieces: readonly DifferencePiece[]
}

export interface AnswerDifference {
  readonly text: readonly DifferencePiece[]
  readonly calls: readonly CallDifference[]
}

/** Returns the differences between two answers; null while they are being computed. */
export function useDifferences(left: AnswerTurn, right: AnswerTurn): AnswerDifference | null {
  const [found, setFound] = useState<{ left: AnswerTurn; right: AnswerTurn; is: AnswerDifference } | null>(null)
  useEffect(() => {
    let wanted = true
    void difference(left, right).then((is) => (wanted ? setFound({ left, right, is }) : undefined))
    return () => {
      wanted = false
    }
  }, [left, right])
  return found?.left === left && found.right === right ? found.is : null
}

async function difference(left: AnswerTurn, right: AnswerTurn): Promise<AnswerDifference> {
  const calls = pairCalls(left.calls, right.calls)
  const texts = calls.map((call) => [call.left ?? '', call.right ?? ''] as const)
  const [text = [], ...inCalls] = await windowDifferences.find([[left.text, right.text], ...texts])
  return { text, calls: calls.map((call, index) => ({ ...call, pieces: inCalls[index] ?? [] })) }
}
