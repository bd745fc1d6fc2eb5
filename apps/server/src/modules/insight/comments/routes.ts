import * as comment from '@simwright/contract/insight/comment'
import { type App, serve } from '../../../http/serve.ts'
import type { CommentsServer as Server } from '../../../port/module.ts'
import { writeComments } from './file.ts'
import { addComment, editComment, listComments, listPeople, readComment, removeComment } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, comment.list, ({ who, input }) => listComments(server, who, input))
  serve(app, comment.get, ({ who, input }) => readComment(server, who, input.id))
  serve(app, comment.exportCsv, ({ who, input }) => writeComments(server, who, input))
  serve(app, comment.people, ({ who, input }) => listPeople(server, who, input))
  serve(app, comment.add, ({ who, input, once }) => addComment(server, who, { input, once }))
  serve(app, comment.edit, ({ who, input }) => editComment(server, who, input))
  serve(app, comment.remove, ({ who, input }) => removeComment(server, who, input))
}
