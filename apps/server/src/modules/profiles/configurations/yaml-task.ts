import type { RunTask } from '../../../worker/task.ts'
import {
  checkYaml,
  type YamlAnswer,
  type YamlKnown,
  type YamlOrder,
  type YamlQuestion,
  type YamlUse,
} from './yaml-check.ts'

export const run: RunTask<YamlOrder<YamlUse>, YamlAnswer<YamlUse>, YamlQuestion, YamlKnown> = (order, _send, ask) =>
  checkYaml(order, ask)
