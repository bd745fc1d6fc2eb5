import { type ReactNode, useContext } from 'react'
import { AdviceList } from './AdviceList.tsx'
import { AdviserContext, useAdviser } from './use-advice.ts'

type AdviserProviderProps = {
  values: Parameters<typeof useAdviser>[0]
  silencing: Parameters<typeof useAdviser>[1]
  children: ReactNode
}

/** Provides the advice about the values of a form. New advice renders what shows it, not the inputs of the form. */
export function AdviserProvider({ values, silencing, children }: AdviserProviderProps) {
  return <AdviserContext value={useAdviser(values, silencing)}>{children}</AdviserContext>
}

/** The list of all advice about the values of the form. */
export const FormAdviceList = () => <AdviceList adviser={useContext(AdviserContext)} />
