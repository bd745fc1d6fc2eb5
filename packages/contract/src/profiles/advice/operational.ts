import { type ConfigurationType, typeFacts } from '../configuration-type.ts'

/** Whether only test devices can download profiles of this type: test networks and test keys are expected there. */
export const isForTests = (type: ConfigurationType): boolean => typeFacts[type].keys === 'any'
