import { createContext } from 'react'

/**
 * A function that masks text that may contain identifiers. Changes nothing by default; the frame provides the user's
 * choice.
 */
export const Masking = createContext<(words: string) => string>((words) => words)
