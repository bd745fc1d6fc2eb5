import { createContext } from 'react'

/** How words that a person may have to hide are shown; as they are, unless whoever draws the frame says otherwise. */
export const Masking = createContext<(words: string) => string>((words) => words)
