/** A picture that cannot be rendered; the message is for the user. */
export class PictureRefusal extends Error {}
