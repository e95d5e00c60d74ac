/**
 * The numbers of the place engine, each found by the recordings of docs/verdad.md. Units: seconds (s), dB, nats (natural logarithms of
 * odds).
 */
export const PARAMETERS = {
  /** Variance of one advert's level around its mean at one spot, dB². */
  varAnuncio: 16,
  /** Variance of what one tag sends more or less than others, dB²: battery, attitude, what stands around it. */
  varTag: 16,
  /** Correlation of being heard among adverts of one rest: many adverts say little more than a few. */
  correlacion: 0.3,
  /** Nats that another place must be ahead by. */
  bono: 0.4,
  /** The same, on the move. */
  bonoMoviendo: 2,
  /** Additional nats, divided by the number of adverts: a few adverts are not believed. */
  bonoPocos: 2,
  /**
   * Additional nats at a new spot: this times ln of how much more often new spots of the tag were of the same place than of another one.
   */
  bonoQueda: 3,
  /** Maximum of these nats. */
  bonoQuedaMax: 4,
  /** A place this many nats ahead is reported without doubt. */
  sinDuda: 3,
  /** Factor of `bono`, with `bonoPocos`, for a tag that reports movement, and reported none. */
  bonoDice: 4,
  /** Additional nats if a person confirmed the place, and if a reader of the place died since the tag is reported there. */
  bonoCierto: 6,
  /** Adverts after which a place counts as decided at this spot, and its rest as a sample. */
  anunciosDecidido: 8,
  /** A silence of this many intervals of the tag, plus `huecoS`, ends its spot. */
  hueco: 8,
  huecoS: 20,
  /** Most cells of a window. */
  celdas: 12,
  /** Most cells, if the tag reported that it did not move. */
  celdasDice: 24,
  /** Length of the window on the move. */
  ventanaMoviendoS: 20,
  /** How different new adverts must be from those before to be of another spot. */
  umbralCorte: 4,
  /** Additional threshold for each doubling of the rate of adverts (`umbralOf`). */
  umbralDenso: 1.8,
  /** Number of terms (level and silence of each reader that heard) above which more terms show no more. */
  termsCorte: 8,
  /** Seconds of rest after which `umbralDenso` counts in full. */
  quietoS: 240,
  /** Additional threshold for a tag that reported no movement. */
  umbralDice: 9,
  /** For change points: variance of a level, dB². */
  varCorte: 20,
  /** For change points: variance of a spot that stays, dB². */
  varQuieto: 2,
  /** For change points: variance of an offset that all readers share, dB². */
  varComun: 20,
  /** Exponent that corrects odds that are too sure, until confirmations of the plant give a better one. */
  exponente: 0.36,
  /** Least certainty of the reported place. */
  certezaMinima: 0.45,
  /** How many seconds a clock may be ahead of ours. */
  adelantoS: 60,
  /** A shorter stay is provisional. */
  firmeS: 120,
  /** A tag is gone after this many of its own intervals, within the bounds below. */
  fueraIntervalos: 20,
  fueraMinS: 600,
  fueraMaxS: 1200,
  /** Level before anything is learned, dBm: in a reader's own surroundings. */
  nivelPropio: -62,
  /** The same, for another reader of the same place. */
  nivelVecino: -71,
  /** The same, elsewhere. */
  nivelOtro: -78,
  /** Standard deviation of a level before anything is learned, dB. */
  sdPrevia: 6,
  /** With a plan: level at 1 m, dBm, and dB lost for each factor of 10 in distance. */
  nivelMetro: -56,
  pendiente: 25,
  /** Weight of a prior, in samples: for the surroundings of a reader. */
  pesoPrevio: 1,
  /** The same, for a spot. */
  pesoPunto: 4,
  /** The same, for a whole class of readers, for spreads, and for shares heard. */
  pesoGeneral: 3,
  /** A rest gives a sample once it has lasted this long, over `anunciosDecidido` adverts. */
  ensenaS: 20,
  /** A rest leaves no doubt if its strongest reader is this many dB above those of other places. */
  ensenaDb: 4,
  /** Least standard deviation of a level, dB. */
  sdMinima: 4,
  /** Samples from which on a walked place is known by its spots alone. */
  muestrasPunto: 4,
  /** Most spots of a walked place. */
  puntosLugar: 36,
  /** Most spots, if samples have fewer adverts than `anunciosPunto`. */
  puntosPocos: 6,
  anunciosPunto: 4,
  /** Weight of the spots beside the whole place, 0 to 1. */
  parteSitios: 0.5,
  /** Variance of a spot's levels, dB². */
  varSitio: 4,
  /** Variance of what one tag sends more or less, at a spot, dB². */
  varTagSitio: 4,
  /** Of the model of few Gaussians for each place: how many at most. */
  gruposZona: 3,
  /** Weight of their prior, in samples. */
  pesoPuntoZona: 0.5,
  /** A rest is weighed again when it has grown by this share. */
  parteNueva: 0.2,
  /** A tag that reported no movement is looked at again after this many seconds, if its interval is longer than `seguidoS`. */
  mirarS: 60,
  /** Adverts are frequent up to this interval. */
  seguidoS: 6,
  /** With frequent adverts another place must stay ahead for this many seconds, unless the next three numbers are reached. */
  sostenS: 9,
  /** It is ahead by this many nats. */
  salto: 4,
  /** After this many adverts, over as many seconds. */
  anunciosSalto: 3,
  /** Softness of the maximum over the states of a place. */
  suave: 0.3,
  /** Nats for each dB more that the best reader of a place hears. */
  porDb: 0.25,
  /** A reader that did not hear counts as at most this many dB below the loudest reader. */
  sinOirDb: 12,
  /** A reader that did not hear never counts as less than this level, dBm. */
  sinOir: -95,
  /** A place without readers counts as the level of the loudest reader plus this, dB. */
  sinLectorDb: -6,
}
