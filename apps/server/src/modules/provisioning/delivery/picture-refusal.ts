/** Said of a picture that cannot be painted. */
export class PictureRefusal extends Error {}
