import { fileTarget, type FileTarget } from '../../shared/model-content.ts'
import { findModel } from '../store/model-store.ts'
import { useModels } from './use-stores.ts'

/** Returns a function that adds what the catalogue contains about a model's input. */
export function useFileTarget(): (choice: FileTarget) => FileTarget {
  const list = useModels((state) => state.list)
  return (choice) => fileTarget(choice, findModel(list, choice.provider, choice.model))
}
