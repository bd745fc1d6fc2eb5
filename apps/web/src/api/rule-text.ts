import { ruleText } from '@simwright/contract/rule-text'
import { z } from 'zod'

/** Imported for its effect: schemas checked in the browser say the same as the server. */
z.config({ customError: ruleText })
