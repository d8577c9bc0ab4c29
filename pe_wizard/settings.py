"""Settings, all in one place, read from the environment (see README.md, *Settings*).

Without ``PE_ENVIRONMENT`` this is production and refuses to start unless it is safe to;
``manage.py`` says "development" for itself, the tests say "test". Debugging is never on by default.
"""

from pathlib import Path
from zoneinfo import ZoneInfo

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from pe_wizard import environment

BASE_DIR = Path(__file__).resolve().parent.parent

PE_ENVIRONMENT = environment.choice(
    "PE_ENVIRONMENT", ("production", "development", "test"), default="production"
)
PRODUCTION = PE_ENVIRONMENT == "production"

# What the product writes: the database, the cache, a key for development. Nobody else may read it.
VAR_DIR = Path(environment.text("PE_VAR_DIR", str(BASE_DIR / "var"))).expanduser().resolve()
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = environment.flag("DEBUG", default=False)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured(
        "DEBUG is on in production, where its error pages would show client data. Unset DEBUG, "
        "or set PE_ENVIRONMENT=development on a developer's machine."
    )


def _key_for_development() -> str:
    """A random key of this checkout, made once; it is in var/ and never in the repository."""
    file = VAR_DIR / "secret_key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(get_random_secret_key())
    return file.read_text()


SECRET_KEY = environment.text("SECRET_KEY")
if not SECRET_KEY:
    if PRODUCTION:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Make one with: python -c "
            "'import secrets; print(secrets.token_urlsafe(64))' and keep it outside the repository."
        )
    SECRET_KEY = _key_for_development()
if PRODUCTION and (len(SECRET_KEY) < 50 or "insecure" in SECRET_KEY or "example" in SECRET_KEY):
    raise ImproperlyConfigured(
        "SECRET_KEY is too short or copied from an example. Make one with: python -c "
        "'import secrets; print(secrets.token_urlsafe(64))'"
    )
SECRET_KEY_FALLBACKS = environment.names("SECRET_KEY_FALLBACKS")

ALLOWED_HOSTS = environment.names(
    "ALLOWED_HOSTS", default=() if PRODUCTION else ("localhost", "127.0.0.1", "[::1]", "testserver")
)
if PRODUCTION and (not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS):
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS must name the hosts of this site, separated by commas, and not be '*'."
    )
CSRF_TRUSTED_ORIGINS = environment.names("CSRF_TRUSTED_ORIGINS")

ROOT_URLCONF = "pe_wizard.urls"
WSGI_APPLICATION = "pe_wizard.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "pe_wizard",
    "pe_wizard.accounts",
    "pe_wizard.clients",
    "pe_wizard.assessments",
    "pe_wizard.clocks",
    "pe_wizard.lists",
    "pe_wizard.wizard",
    "pe_wizard.presence",
    "pe_wizard.rerun",
    "pe_wizard.operations",
    "treaties",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "formtools",
    "django_htmx",
    "csp",
    "django.forms",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

# The first three also see what the others refuse or answer themselves: a foreign host, a redirect
# to HTTPS, a static file.
MIDDLEWARE = [
    "pe_wizard.middleware.headers",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "pe_wizard.middleware.methods",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "pe_wizard.clients.watching.watch",
    "django.contrib.messages.middleware.MessageMiddleware",
    "pe_wizard.accounts.middleware.session_limits",
    "pe_wizard.accounts.middleware.SignInRequired",
    "pe_wizard.accounts.middleware.password_must_change",
    "pe_wizard.accounts.middleware.second_factor_must_be",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pe_wizard.navigation.navigation",
            ],
        },
    }
]
# A page with the stays of a decade has some thousand fields.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
# Form fields are drawn by templates/django/forms, in the look of the product.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# ----------------------------------------------------------------------
# Database: a file by default, PostgreSQL by DATABASE_URL. Every write takes the lock at once and
# waits for it (IMMEDIATE, timeout), and a saved answer survives a power cut (synchronous FULL).

DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{VAR_DIR / 'pe_wizard.sqlite3'}",
        conn_max_age=300,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }

# Counters of failed sign-ins must be shared by all worker processes; memory would not be.
CACHES = {
    "default": {
        "BACKEND": "pe_wizard.accounts.counters.Counters",
        "LOCATION": VAR_DIR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

# ----------------------------------------------------------------------
# Accounts and sessions

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "pe_wizard.accounts.validators.NotTheProductsName"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "account_login"

ACCOUNT_ADAPTER = "pe_wizard.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "pe_wizard.accounts.forms.LoginForm",
    "change_password": "pe_wizard.accounts.forms.ChangePasswordForm",
    "reauthenticate": "pe_wizard.accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # nobody can sign up, so there is nothing to offer
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL
ACCOUNT_SESSION_REMEMBER = True  # one length for everybody: the limits below
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # this session goes on, all others end
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_PREVENT_ENUMERATION = True
# How often a wrong password may be tried. See pe_wizard/accounts/throttle.py: nobody can lock a
# colleague out for good.
SIGN_IN_LIMITS = {
    "address": "10/m/ip,5/300s/key",  # any names from one network address; one name from there
    "name": "100/h/key",  # one name from all addresses
    "known_browser": "5/300s/key",  # one name in a browser that has signed in under it before
}
# Wrong codes of a second factor, for one person, after the right password.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip,5/300s/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = environment.number("TRUSTED_PROXY_COUNT", 0)

REQUIRE_SECOND_FACTOR = environment.flag("PE_REQUIRE_SECOND_FACTOR", default=False)
MFA_ADAPTER = "pe_wizard.accounts.second_factor.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "PE Wizard"
MFA_FORMS = {
    "authenticate": "pe_wizard.accounts.forms.CodeForm",
    "reauthenticate": "pe_wizard.accounts.forms.CodeAgainForm",
    "activate_totp": "pe_wizard.accounts.forms.ActivateTOTPForm",
    "add_webauthn": "pe_wizard.accounts.forms.AddPasskeyForm",
    "edit_webauthn": "pe_wizard.accounts.forms.RenamePasskeyForm",
    "authenticate_webauthn": "pe_wizard.accounts.forms.PasskeyForm",
    "reauthenticate_webauthn": "pe_wizard.accounts.forms.PasskeyAgainForm",
    "login_webauthn": "pe_wizard.accounts.forms.PasskeyLoginForm",
}

SESSION_IDLE_SECONDS = environment.number("PE_IDLE_LIMIT", 60 * 60, least=1)
SESSION_ABSOLUTE_SECONDS = environment.number("PE_ABSOLUTE_LIMIT", 12 * 60 * 60, least=1)
# The cookie outlives the limit, so that what arrives late is told why it comes too late.
SESSION_COOKIE_AGE = SESSION_ABSOLUTE_SECONDS + 60 * 60
BROWSER_COOKIE_NAME = "browser"
SESSION_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no text in cookies
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60

# ----------------------------------------------------------------------
# Transport and headers

if PRODUCTION:
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
    LANGUAGE_COOKIE_NAME = "__Host-language"
    BROWSER_COOKIE_NAME = "__Host-browser"
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    # Believe X-Forwarded-Proto only behind a proxy that overwrites it.
    if ALLAUTH_TRUSTED_PROXY_COUNT:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# ----------------------------------------------------------------------
# Static files

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# Outside production they are served from where they are, without `collectstatic`.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not PRODUCTION

# ----------------------------------------------------------------------
# Languages, time, mail, logs

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fa", _("Persian")), ("ka", _("Georgian"))]
LOCALE_PATHS = [BASE_DIR / "pe_wizard" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.text("PE_TIME_ZONE", "UTC")
try:
    ZoneInfo(TIME_ZONE)
except (KeyError, ValueError, OSError):
    raise ImproperlyConfigured(
        f"PE_TIME_ZONE is {TIME_ZONE!r}, which is no known zone. Write one such as Asia/Tbilisi or "
        "Asia/Tehran; it decides when a day begins."
    ) from None

# Another day than today's, to look at clocks and to test. See pe_wizard/clock.py.
PE_TODAY = environment.day("PE_TODAY")
if PRODUCTION and PE_TODAY:
    raise ImproperlyConfigured(
        "PE_TODAY moves the calendar and is refused in production. Unset it."
    )

# A firm's own treaty files, read beside the catalogue.
TREATY_FILES_DIR = environment.directory("TREATY_FILES_DIR")

EMAIL_HOST = environment.text("EMAIL_HOST")
EMAIL_PORT = environment.number("EMAIL_PORT", 587, least=1)
EMAIL_HOST_USER = environment.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = environment.flag("EMAIL_USE_TLS", default=True)
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.dummy.EmailBackend"
)
DEFAULT_FROM_EMAIL = environment.text("DEFAULT_FROM_EMAIL", "pe-wizard@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"pe_wizard": {"level": "INFO"}},
}
