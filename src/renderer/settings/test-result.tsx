import type { AppError } from '../../shared/app-error.ts'
import formStyles from '../parts/form.module.css'
import type { EntryTest } from '../store/credential-store.ts'

interface TestResultProps<T> {
  /** Null: nothing was tested. */
  readonly test: EntryTest<T> | null
  readonly testing: string
  readonly works: (value: T) => string
  readonly failure: (error: AppError) => string
}

/** Says how the last test of what was entered ended, or that it runs. */
export function TestResult<T>({ test, testing, works, failure }: TestResultProps<T>) {
  if (test === null) return null
  const [style, text] =
    test.type === 'running'
      ? [formStyles.testing, testing]
      : test.result.ok
        ? [formStyles.works, works(test.result.value)]
        : [formStyles.failure, failure(test.result.error)]
  return (
    <p className={style} role="status">
      {text}
    </p>
  )
}
