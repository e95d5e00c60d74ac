/** The numbers of the place engine, each found by the recordings of docs/verdad.md. Seconds, dB, nats (natural logarithms of odds). */
export const PARAMETERS = {
  /** Variance of one advert's level around its mean at one spot, dB². */
  varAnuncio: 16,
  /** Variance of what one tag sends more or less than others: battery, attitude, what stands around it. */
  varTag: 16,
  /** Correlation of being heard among adverts of one rest: many tell little more than a few. */
  correlacion: 0.3,
  /** What another place must be ahead by: at a new spot, at the spot where the present one was decided, and on the move. */
  bonoNuevo: 0.3,
  bonoMismo: 0.4,
  bonoMoviendo: 2,
  /** And by this over the number of adverts: few are not believed. */
  bonoPocos: 2,
  /** At a new spot also by this times ln of how much more often the tag's new spots were of the same place than of another one, so far at most; a prior of each; told without doubt is this many nats ahead. */
  bonoQueda: 3,
  bonoQuedaMax: 4,
  previaQueda: 1,
  sinDuda: 3,
  /** This many times as much for tags that tell of their movement: while they say none, a change needs more. */
  bonoDice: 4,
  /** More of it where a person said so, and where a reader of the place died since the tag is reported there. */
  bonoConfirmado: 6,
  bonoMuerto: 6,
  /** Adverts after which a place counts as decided at this spot. */
  anunciosDecidido: 8,
  /** A break of this many of the tag's own intervals, and some, ends what is known of its spot. */
  hueco: 8,
  huecoS: 20,
  /** Cells of a window at most, and where the tag tells that it did not move; on the move its length. */
  celdas: 12,
  celdasDice: 24,
  ventanaMoviendoS: 20,
  /** Two spots within this many seconds are a way: cells of a window then. */
  llevadoS: 30,
  celdasLlevado: 4,
  /** How different new adverts must be from those before to be of another spot; variance of a level, of a spot that stays, of a common offset. */
  umbralCorte: 4,
  umbralDenso: 1.8,
  /** Terms of levels and silences (two for each reader that heard) from which on more of them tell of no more. */
  termsCorte: 8,
  quietoS: 240,
  /** So much more for tags that say that they did not move: where nobody heard them for this many seconds, and where somebody did. */
  umbralDice: 4,
  pausaDice: 90,
  umbralDiceSeguido: 9,
  varCorte: 20,
  varQuieto: 2,
  varComun: 20,
  /** A lone word of movement is a bump where the first adverts after it, this many at least and at most, differ by less than this from those before. */
  umbralRoce: 3,
  anunciosRoce: 3,
  anunciosRoceMax: 12,
  /** Exponent that makes raw odds honest, until confirmations of the plant tell a better one. */
  exponente: 0.36,
  /** What odds that the exponent made still differ from what comes true, and the least that is said of the place told. */
  certezaBase: 0.1,
  certezaPendiente: 0.78,
  certezaMinima: 0.45,
  /** A clock may be ahead of ours by so much. */
  adelantoS: 60,
  /** A stay that has not lasted so long is provisional. */
  firmeS: 120,
  /** Gone after this many own intervals, within these bounds. */
  fueraIntervalos: 20,
  fueraMinS: 600,
  fueraMaxS: 1200,
  /** Before anything is learned: a level near its reader, near another of the same place, elsewhere; its spread; by distance on the plan. */
  nivelPropio: -62,
  nivelVecino: -71,
  nivelOtro: -78,
  sdPrevia: 6,
  nivelMetro: -56,
  pendiente: 25,
  /** A prior counts as much as this many samples: of a reader, of a spot. */
  pesoPrevio: 1,
  pesoPunto: 4,
  pesoSolo: 0.3,
  /** The same of all readers of a class, of spreads, of shares heard. */
  pesoClase: 5,
  pesoSd: 3,
  pesoOye: 2,
  /** A rest teaches when it has lasted, over this many adverts, and its strongest reader is this many dB above those of other places. */
  ensenaS: 20,
  ensenaAnuncios: 8,
  ensenaDb: 4,
  sdMinima: 4,
  /** Samples from which on a walked place is known by its spot alone. */
  muestrasPunto: 4,
  /**
   * Of a walked place: how many spots it has at most, and how many where samples are of fewer adverts than this many; how much they tell beside the whole of
   * it, their variance, that of what one tag sends more or less, what of the whole is in each, and nats behind which they are not looked at, at rest and on a way.
   */
  puntosLugar: 36,
  puntosPocos: 6,
  anunciosPunto: 4,
  parteSitios: 0.5,
  varSitio: 4,
  varTagSitio: 4,
  pesoSitio: 0.05,
  margenSitios: 9,
  margenMoviendo: 5,
  /** Of the model of few Gaussians for each place: how many at most, and what their prior counts as. */
  gruposZona: 3,
  pesoPuntoZona: 0.5,
  /** A rest is weighed again when it has grown by this share. */
  parteNueva: 0.2,
  /** One that tells of its movement, and of none, is looked at again after this many seconds, or own intervals where these are less; where adverts are seldom (`seguidoS`). */
  mirarS: 60,
  mirarIntervalos: 2,
  /**
   * Where adverts come as often as this, another place must stay ahead this many seconds, unless it is ahead by this many nats (on a way, the second number)
   * after this many adverts, of as many seconds.
   */
  seguidoS: 6,
  sostenS: 9,
  salto: 4,
  saltoLlevado: 3.5,
  anunciosSalto: 3,
  suave: 0.3,
  /**
   * Nats for each dB that the best reader of a place hears more. One that did not hear counts as at most so far under the loudest, and not below the level that
   * nobody hears; a place without readers as so far under it.
   */
  porDb: 0.25,
  sinOirDb: 12,
  sinOir: -95,
  sinLectorDb: -6,
}
