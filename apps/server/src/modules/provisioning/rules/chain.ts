import { CHAIN_MAX } from '@simwright/contract/provisioning/rule'

/** Why a rule did not act on an event that too many rules in a row led to. */
export const CHAIN_END = `${CHAIN_MAX} rules in a row led to this event, so the chain ends here.`
