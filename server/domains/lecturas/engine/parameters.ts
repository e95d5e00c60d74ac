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
  /** Nats that another place must be ahead by, at a new spot. */
  bonoNuevo: 0.3,
  /** The same, at the spot where the reported place was decided. */
  bonoMismo: 0.4,
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
  /** Prior of each of the two counts. */
  previaQueda: 1,
  /** A place this many nats ahead is reported without doubt. */
  sinDuda: 3,
  /** Factor of `bonoNuevo` or `bonoMismo`, with `bonoPocos`, for a tag that reports movement, and reported none. */
  bonoDice: 4,
  /** Additional nats if a person confirmed the place. */
  bonoConfirmado: 6,
  /** Additional nats if a reader of the place died since the tag is reported there. */
  bonoMuerto: 6,
  /** Adverts after which a place counts as decided at this spot. */
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
  /** Two spots within this many seconds: the tag is being carried. */
  llevadoS: 30,
  /** Most cells of a window then. */
  celdasLlevado: 4,
  /** How different new adverts must be from those before to be of another spot. */
  umbralCorte: 4,
  /** Additional threshold for each doubling of the rate of adverts (`umbralOf`). */
  umbralDenso: 1.8,
  /** Number of terms (level and silence of each reader that heard) above which more terms show no more. */
  termsCorte: 8,
  /** Seconds of rest after which `umbralDenso` counts in full. */
  quietoS: 240,
  /** Additional threshold for a tag that reported no movement, after a silence of at least `pausaDice` seconds. */
  umbralDice: 4,
  pausaDice: 90,
  /** The same, without such a silence. */
  umbralDiceSeguido: 9,
  /** For change points: variance of a level, dB². */
  varCorte: 20,
  /** For change points: variance of a spot that stays, dB². */
  varQuieto: 2,
  /** For change points: variance of an offset that all readers share, dB². */
  varComun: 20,
  /** A single report of movement is a bump if the adverts after it differ by less than this from those before. */
  umbralRoce: 3,
  /** Fewest and most adverts after it that are compared. */
  anunciosRoce: 3,
  anunciosRoceMax: 12,
  /** Exponent that corrects odds that are too sure, until confirmations of the plant give a better one. */
  exponente: 0.36,
  /** Correction of the odds after the exponent: offset and slope. */
  certezaBase: 0.1,
  certezaPendiente: 0.78,
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
  /** The same, for a spot of a place without readers. */
  pesoSolo: 0.3,
  /** The same, for a whole class of readers. */
  pesoClase: 5,
  /** The same, for spreads. */
  pesoSd: 3,
  /** The same, for shares heard. */
  pesoOye: 2,
  /** A rest gives a sample once it has lasted this long, over `ensenaAnuncios` adverts. */
  ensenaS: 20,
  ensenaAnuncios: 8,
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
  /** Weight of the whole place in the levels of each spot, in samples. */
  pesoSitio: 0.05,
  /** Spots of a place this many nats behind are not looked at: at rest, and on the move. */
  margenSitios: 9,
  margenMoviendo: 5,
  /** Of the model of few Gaussians for each place: how many at most. */
  gruposZona: 3,
  /** Weight of their prior, in samples. */
  pesoPuntoZona: 0.5,
  /** A rest is weighed again when it has grown by this share. */
  parteNueva: 0.2,
  /**
   * A tag that reported no movement is looked at again after this many seconds, or after `mirarIntervalos` intervals if that is less. Only
   * if its interval is longer than `seguidoS`.
   */
  mirarS: 60,
  mirarIntervalos: 2,
  /** Adverts are frequent up to this interval. */
  seguidoS: 6,
  /** With frequent adverts another place must stay ahead for this many seconds, unless the next three numbers are reached. */
  sostenS: 9,
  /** It is ahead by this many nats. */
  salto: 4,
  /** The same, for a tag that is being carried. */
  saltoLlevado: 3.5,
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
