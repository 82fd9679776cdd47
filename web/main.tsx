/** Puts the page together. */
import '@xterm/xterm/css/xterm.css'
import { render } from 'preact'
import { App } from './app.js'

render(<App />, document.querySelector('#app')!)
