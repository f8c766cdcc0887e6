/** The storage key of the sound setting. */
const silenceKey = 'chatSound'

/** Two quiet notes, in hertz, and how long each sounds, in seconds. */
const notes = [659, 880]
const length = 0.16
const volume = 0.06

let audio: AudioContext | undefined

export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(silenceKey) !== 'off'
  } catch {
    return true
  }
}

export function setSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(silenceKey)
    else localStorage.setItem(silenceKey, 'off')
  } catch {
    // Without storage the setting lasts as long as the page.
  }
}

/** Plays the sound, unless it is off or the page had no interaction yet, which browsers require. */
export function chime(): void {
  if (!isSoundOn() || !navigator.userActivation.hasBeenActive) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  const { currentTime, destination } = audio
  for (const [index, frequency] of notes.entries()) {
    const start = currentTime + index * length
    const tone = audio.createOscillator()
    const level = audio.createGain()
    tone.frequency.value = frequency
    level.gain.setValueAtTime(volume, start)
    level.gain.exponentialRampToValueAtTime(0.0001, start + length)
    tone.connect(level).connect(destination)
    tone.start(start)
    tone.stop(start + length)
  }
}
