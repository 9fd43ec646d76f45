//! The options, declared once: command-line flags, `set` commands, help texts and the table in the documentation are made from here.

use emilia::internal::search::TUNABLES;
use emilia::{Budget, Colour, Level, Limits, Score, Strength};
use emilia_analysis::people::RATINGS;
use std::fmt;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The kinds of values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number from..=to.
    Number {
        /// The unit; empty for a plain number.
        unit: &'static str,
        /// The least value.
        from: i64,
        /// The greatest value.
        to: i64,
    },
    /// The rating of people, or 0 for none.
    Rating,
    /// One of these names; the number of its value is its place among them.
    Name(&'static [&'static str]),
}

impl Kind {
    /// The value that the text gives an option of this kind and name.
    fn read(self, name: &'static str, text: &str) -> Result<i64, OptionError> {
        let text = text.trim();
        let value = match self {
            Kind::Number { .. } | Kind::Rating => {
                text.parse().ok().filter(|number| self.range().is_some_and(|(from, to)| (from..=to).contains(number)))
            }
            Kind::Name(names) => {
                names.iter().zip(0..).find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, place)| place)
            }
        };
        value.ok_or_else(|| OptionError::Value { name, kind: self, value: text.to_owned() })
    }

    /// The least and the greatest number. Clients take all between them, so a rating that the model does not know counts as the lowest.
    pub fn range(self) -> Option<(i64, i64)> {
        match self {
            Kind::Number { from, to, .. } => Some((from, to)),
            Kind::Rating => Some((0, (*RATINGS.end()).into())),
            Kind::Name(_) => None,
        }
    }

    /// The text of a value; `custom` where it has no name.
    fn text(self, value: i64) -> String {
        match self {
            Kind::Number { .. } | Kind::Rating => value.to_string(),
            Kind::Name(names) => {
                usize::try_from(value).ok().and_then(|place| names.get(place)).unwrap_or(&"custom").to_string()
            }
        }
    }
}

/// An option as it is declared, with its present value as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name, lower case, one word.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The value at the start, as text.
    pub default: String,
    /// The present value, as text.
    pub value: String,
    /// One sentence for a person.
    pub doc: &'static str,
}

/// The options of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Playing strength, see [`emilia::Level`].
    pub level: u8,
    /// Whether the level was set: then it limits searches for a move along with the clock, otherwise only the clock does.
    pub level_is_set: bool,
    /// Number of search threads.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// The side a draw counts for: 100 black, -100 white, 0 neither.
    pub contempt: i32,
    /// Node limit of a search, which may exceed it by a few thousand; 0 for none.
    pub nodes: u64,
    /// Time limit of a move in milliseconds; 0 for none.
    pub movetime: u64,
    /// Average loss per move in tenths of a disc, on purpose.
    pub handicap: u32,
    /// The rating of the people whose moves are played; 0 for the engine's own.
    pub human: u32,
    /// Whether their moves take time.
    pub humantime: bool,
    /// The random seed of the player; 0 for a different one each time.
    pub humanseed: u64,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// Whether to play moves of the opening book.
    pub book: bool,
    /// The most that a move of the book may lose against the best one, in hundredths of a disc.
    pub bookloss: u32,
    /// The most moves with a disc after which the book is used.
    pub bookdepth: u8,
    /// The random seed for the choice among moves of the book; 0 for a different one each time.
    pub bookseed: u64,
}

/// One row of the table of options.
struct Declared {
    name: &'static str,
    kind: Kind,
    doc: &'static str,
    get: fn(&Options) -> i64,
    set: fn(&mut Options, i64),
}

const fn number(from: i64, to: i64) -> Kind {
    number_of("", from, to)
}

const fn number_of(unit: &'static str, from: i64, to: i64) -> Kind {
    Kind::Number { unit, from, to }
}

/// The table. Every number fits its field: the range is checked before `set` is called.
const DECLARED: [Declared; 16] = [
    // Before what it sets, so that on a command line the numbers count.
    Declared {
        name: "strength",
        kind: Kind::Name(&STRENGTHS),
        doc: "Playing strength by name, which sets level and handicap.",
        get: |o| Strength::ALL.iter().zip(0..).find(|(s, _)| o.has(s)).map_or(-1, |(_, place)| place),
        set: |o, v| o.play_at(&Strength::ALL[v as usize]),
    },
    Declared {
        name: "level",
        kind: number(1, 60),
        doc: "Playing strength: plies searched in the midgame; endings are solved from more empty squares.",
        get: |o| o.level.into(),
        set: |o, v| (o.level, o.level_is_set) = (v as u8, true),
    },
    Declared {
        name: "threads",
        kind: number(1, 256),
        doc: "Number of search threads.",
        get: |o| o.threads as i64,
        set: |o, v| o.threads = v as usize,
    },
    Declared {
        name: "hash",
        kind: number_of("MiB", 1, 1 << 20),
        doc: "Size of the transposition table, at most the memory of the machine.",
        get: |o| o.hash as i64,
        set: |o, v| o.hash = v as usize,
    },
    Declared {
        name: "contempt",
        kind: number(-100, 100),
        doc: "The side a draw counts for: 100 black, -100 white, 0 neither.",
        get: |o| o.contempt.into(),
        set: |o, v| o.contempt = v as i32,
    },
    Declared {
        name: "nodes",
        kind: number(0, i64::MAX),
        doc: "Node limit of a search, which may exceed it by a few thousand; 0 for none.",
        get: |o| o.nodes as i64,
        set: |o, v| o.nodes = v as u64,
    },
    Declared {
        name: "movetime",
        kind: number_of("ms", 0, 1 << 40),
        doc: "Time limit of a move in milliseconds; 0 for none.",
        get: |o| o.movetime as i64,
        set: |o, v| o.movetime = v as u64,
    },
    Declared {
        name: "handicap",
        kind: number(0, 100),
        doc: "Average loss per move in tenths of a disc, to play weaker on purpose; 0 for none.",
        get: |o| o.handicap.into(),
        set: |o, v| o.handicap = v as u32,
    },
    Declared {
        name: "human",
        kind: Kind::Rating,
        doc: "Plays like people of this rating, 800 to 2200; 0 for the engine's own moves.",
        get: |o| o.human.into(),
        set: |o, v| o.human = v as u32,
    },
    Declared {
        name: "humantime",
        kind: number(0, 1),
        doc: "Whether moves played like people's take as long as a person might: 1 yes, 0 no.",
        get: |o| o.humantime.into(),
        set: |o, v| o.humantime = v != 0,
    },
    Declared {
        name: "humanseed",
        kind: number(0, i64::MAX),
        doc: "Random seed for the players that human has, one a game; 0 for different ones each time.",
        get: |o| o.humanseed as i64,
        set: |o, v| o.humanseed = v as u64,
    },
    Declared {
        name: "ponder",
        kind: number(0, 1),
        doc: "Whether to search on the opponent's time: 1 yes, 0 no.",
        get: |o| o.ponder.into(),
        set: |o, v| o.ponder = v != 0,
    },
    Declared {
        name: "book",
        kind: number(0, 1),
        doc: "Whether to use the opening book, in play and in analysis: 1 yes, 0 no.",
        get: |o| o.book.into(),
        set: |o, v| o.book = v != 0,
    },
    Declared {
        name: "bookloss",
        kind: number(0, 6400),
        doc: "The most that a move of the book may lose, in hundredths of a disc; more makes games differ more.",
        get: |o| o.bookloss.into(),
        set: |o, v| o.bookloss = v as u32,
    },
    Declared {
        name: "bookdepth",
        kind: number_of("moves", 0, 60),
        doc: "The number of moves of a game after which the book is not used any more.",
        get: |o| o.bookdepth.into(),
        set: |o, v| o.bookdepth = v as u8,
    },
    Declared {
        name: "bookseed",
        kind: number(0, i64::MAX),
        doc: "Random seed for the choice among moves of the book; 0 for a different one each time.",
        get: |o| o.bookseed as i64,
        set: |o, v| o.bookseed = v as u64,
    },
];

/// The names of the strengths.
const STRENGTHS: [&str; Strength::ALL.len()] = {
    let mut names = [""; Strength::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Strength::ALL[i].name;
        i += 1;
    }
    names
};

/// An option could not be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("unknown option: {0:?}")]
    Unknown(String),
    /// The table would be larger than the memory.
    #[error("hash takes at most {memory} MiB, the memory of this machine, not {asked}")]
    Memory {
        /// The MiB asked for.
        asked: i64,
        /// The MiB there are.
        memory: u64,
    },
    /// The value is not a number, or outside the range.
    #[error("{name} takes {kind}, not {value:?}")]
    Value {
        /// The option.
        name: &'static str,
        /// Its values.
        kind: Kind,
        /// The given value.
        value: String,
    },
}

impl Default for Options {
    /// Level 21, every core, 256 MiB.
    fn default() -> Options {
        // To ask the system takes three files each time.
        static CORES: OnceLock<usize> = OnceLock::new();
        let threads = *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(256));
        Options {
            level: Level::DEFAULT.get(),
            level_is_set: false,
            threads,
            hash: 256,
            contempt: 0,
            nodes: 0,
            movetime: 0,
            handicap: 0,
            human: 0,
            humantime: false,
            humanseed: 0,
            ponder: false,
            book: true,
            bookloss: 0,
            bookdepth: 60,
            bookseed: 0,
        }
    }
}

impl Options {
    /// The names of the options, without the numbers of a search that can be tuned.
    pub const NAMES: [&str; DECLARED.len()] = {
        let mut names = [""; DECLARED.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = DECLARED[i].name;
            i += 1;
        }
        names
    };

    /// The plies that the level searches in a position with this number of empty squares.
    pub fn plies(&self, empties: u32) -> u32 {
        Level::new(self.level).unwrap_or(Level::MAX).limits(empties).depth.min(empties)
    }

    fn has(&self, strength: &Strength) -> bool {
        (self.level, self.handicap, self.human) == (strength.level.get(), strength.handicap, 0)
    }

    /// The rating of the people whose moves are played, one that the model knows; none for the engine's own moves.
    pub fn people(&self) -> Option<u32> {
        (self.human > 0).then(|| self.human.max(*RATINGS.start()))
    }

    /// What the session is called in a game: `Emilia level 21`, `Emilia human 1500`, or with the name of a strength that loses on purpose.
    pub fn name(&self) -> String {
        let &Options { level, handicap, .. } = self;
        match (self.people(), Strength::ALL.iter().find(|strength| self.has(strength))) {
            (Some(rating), _) => format!("Emilia human {rating}"),
            (None, _) if handicap == 0 => format!("Emilia level {level}"),
            (None, Some(strength)) => format!("Emilia {}", strength.name),
            (None, None) => format!("Emilia level {level} handicap {handicap}"),
        }
    }

    /// Whether moves are worse on purpose.
    pub(super) fn is_weakened(&self) -> bool {
        self.handicap > 0 || self.human > 0
    }

    /// The options for advice: where the play is weaker on purpose, those of a search that knows better.
    pub(super) fn advising(&self) -> Options {
        let is_weak = self.is_weakened() && !self.level_is_set;
        Options { level: if is_weak { Level::DEFAULT.get() } else { self.level }, ..self.clone() }
    }

    /// A level beside a handicap, or the default one, counts as not set: the one says nothing of advice, the other lets a clock alone limit
    /// the search.
    fn play_at(&mut self, strength: &Strength) {
        (self.level, self.handicap, self.human) = (strength.level.get(), strength.handicap, 0);
        self.level_is_set = strength.handicap == 0 && strength.level != Level::DEFAULT;
    }

    /// The value of a draw for this side to move.
    pub(super) fn draw_for(&self, to_move: Colour) -> Score {
        Score::clamped(self.contempt * to_move.sign() * Score::UNIT / 100)
    }

    /// The limits of a search for this side to move.
    pub fn limits(&self, to_move: Colour) -> Limits {
        let time = (self.movetime > 0).then(|| Duration::from_millis(self.movetime));
        Limits {
            nodes: (self.nodes > 0).then_some(self.nodes),
            budget: time.map(|time| Budget { soft: time, hard: time }),
            draw: self.draw_for(to_move),
            ..Limits::level(Level::new(self.level).unwrap_or(Level::MAX))
        }
    }

    /// Every option with its default and its present value.
    pub fn settings(&self) -> Vec<Setting> {
        let default = Options::default();
        DECLARED
            .iter()
            .map(|d| Setting {
                name: d.name,
                kind: d.kind,
                default: d.kind.text((d.get)(&default)),
                value: d.kind.text((d.get)(self)),
                doc: d.doc,
            })
            .chain(TUNABLES.iter().map(|t| Setting {
                name: t.name,
                kind: number(t.from.into(), t.to.into()),
                default: t.default.to_string(),
                value: t.get().to_string(),
                doc: t.doc,
            }))
            .collect()
    }

    /// Checks a value that a person gives the option of this name: `human` takes no rating that the model does not know.
    ///
    /// # Errors
    /// If it is such a rating, or no number.
    pub fn check(name: &str, value: &str) -> Result<(), OptionError> {
        let is_known = || value.trim().parse().is_ok_and(|rating: u32| rating == 0 || RATINGS.contains(&rating));
        match DECLARED.iter().find(|d| d.kind == Kind::Rating && d.name.eq_ignore_ascii_case(name)) {
            Some(&Declared { name, kind, .. }) if !is_known() => {
                Err(OptionError::Value { name, kind, value: value.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// Sets the option of this name, upper or lower case, to the value that the text gives.
    ///
    /// # Errors
    /// If there is no option of this name, the value is not in its range, or `hash` is larger than the memory of the machine.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let is_meant = |other: &str| other.eq_ignore_ascii_case(name);
        if let Some(d) = DECLARED.iter().find(|d| is_meant(d.name)) {
            let number = d.kind.read(d.name, value)?;
            if d.name == "hash"
                && let Some(memory) = memory_mib().filter(|memory| number as u64 > *memory)
            {
                return Err(OptionError::Memory { asked: number, memory });
            }
            (d.set)(self, number);
        } else if let Some(t) = TUNABLES.iter().find(|t| is_meant(t.name)) {
            // The range is one of i32s.
            t.set(number(t.from.into(), t.to.into()).read(t.name, value)? as i32);
        } else {
            return Err(OptionError::Unknown(name.to_owned()));
        }
        Ok(())
    }
}

/// For a person: `a number from 1 to 60`, `a rating from 800 to 2200, or 0 for none`, `one of beginner, easy`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Number { unit, from, to } => {
                let of = if unit.is_empty() { "" } else { " of " };
                write!(f, "a number{of}{unit} from {from} to {to}")
            }
            Kind::Rating => write!(f, "a rating from {} to {}, or 0 for none", RATINGS.start(), RATINGS.end()),
            Kind::Name(names) => write!(f, "one of {}", names.join(", ")),
        }
    }
}

/// MiB of memory that this program can have at most: those of the machine, or of the group of processes that it is confined to.
/// None if the system does not report it.
fn memory_mib() -> Option<u64> {
    static MEMORY: LazyLock<Option<u64>> = LazyLock::new(|| {
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(memory);
        let confined = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
        Some(system.total_memory().min(confined) >> 20).filter(|mib| *mib > 0)
    });
    *MEMORY
}
