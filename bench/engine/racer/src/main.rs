//! Native terminal engines, one round at a time: each line of standard input names an engine, a size, how the bytes are cut
//! and a file; the answer is how many nanoseconds of processor time the engine took. bench/engine/peers.ts asks.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

const CHUNK: usize = 65_536;

/// The pieces of a corpus: of 64 KiB, or of 1 to 20 bytes, as in bench/engine/mixes.ts.
fn pieces(bytes: &[u8], tiny: bool) -> Vec<&[u8]> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let size = if tiny { 1 + (all.len() * 7) % 20 } else { CHUNK };
        let end = (at + size).min(bytes.len());
        all.push(&bytes[at..end]);
        at = end;
    }
    all
}
const SCROLLBACK: usize = 1000;

struct Size {
    columns: usize,
    lines: usize,
}

impl alacritty_terminal::grid::Dimensions for Size {
    fn total_lines(&self) -> usize {
        self.lines
    }
    fn screen_lines(&self) -> usize {
        self.lines
    }
    fn columns(&self) -> usize {
        self.columns
    }
}

fn vt100(pieces: &[&[u8]], columns: usize, lines: usize) {
    let mut parser = vt100::Parser::new(lines as u16, columns as u16, SCROLLBACK);
    for piece in pieces {
        parser.process(piece);
    }
    std::hint::black_box(parser.screen().cursor_position());
}

fn alacritty(pieces: &[&[u8]], columns: usize, lines: usize) {
    use alacritty_terminal::event::VoidListener;
    use alacritty_terminal::term::{Config, Term};
    use alacritty_terminal::vte::ansi::Processor;
    let config = Config {
        scrolling_history: SCROLLBACK,
        ..Config::default()
    };
    let mut term = Term::new(config, &Size { columns, lines }, VoidListener);
    let mut processor: Processor = Processor::new();
    for piece in pieces {
        processor.advance(&mut term, piece);
    }
    std::hint::black_box(term.grid().cursor.point);
}

/// avt takes text only, so the cost of decoding is its own as it is the others'.
fn avt(pieces: &[&[u8]], columns: usize, lines: usize) {
    let mut vt = avt::Vt::builder()
        .size(columns, lines)
        .scrollback_limit(SCROLLBACK)
        .build();
    let mut rest: Vec<u8> = Vec::new();
    for piece in pieces {
        rest.extend_from_slice(piece);
        let whole = match std::str::from_utf8(&rest) {
            Ok(_) => rest.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => {
                vt.feed_str(&String::from_utf8_lossy(&rest));
                rest.clear();
                continue;
            }
        };
        // SAFETY: just checked.
        vt.feed_str(unsafe { std::str::from_utf8_unchecked(&rest[..whole]) });
        rest.drain(..whole);
    }
    std::hint::black_box(vt.cursor());
}

/// In nanoseconds: other work on the machine does not count.
fn processor_time() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

fn main() {
    let mut files: HashMap<String, Vec<u8>> = HashMap::new();
    for line in io::stdin().lock().lines() {
        let line = line.expect("standard input is text");
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let columns: usize = words[1].parse().expect("columns");
        let lines: usize = words[2].parse().expect("lines");
        let bytes = files
            .entry(words[4].to_string())
            .or_insert_with(|| std::fs::read(words[4]).expect("a corpus"));
        let pieces = pieces(bytes, words[3] == "tiny");
        let start = processor_time();
        match words[0] {
            "vt100" => vt100(&pieces, columns, lines),
            "avt" => avt(&pieces, columns, lines),
            "alacritty" => alacritty(&pieces, columns, lines),
            other => panic!("no engine {other}"),
        }
        println!("{}", processor_time() - start);
        io::stdout().flush().expect("standard output");
    }
}
